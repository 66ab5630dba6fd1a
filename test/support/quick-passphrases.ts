import { jest } from "@jest/globals";
import { Encrypter } from "age-encryption";

/** Makes passphrases as cheap as identities in this process: each use takes a second, and is meant to. */
export function quickPassphrases(): void {
  const { setScryptWorkFactor: set } = Encrypter.prototype;
  jest.spyOn(Encrypter.prototype, "setScryptWorkFactor").mockImplementation(function quickly(this: Encrypter) {
    set.call(this, 1);
  });
}
