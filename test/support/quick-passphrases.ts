import { jest } from "@jest/globals";
import { Encrypter } from "age-encryption";

/** The real function: several test files of one process may each make it quick. */
const { setScryptWorkFactor: set } = Encrypter.prototype;

/** Makes passphrases as cheap as identities in this process: each use takes a second, and is meant to. */
export function quickPassphrases(): void {
  jest.spyOn(Encrypter.prototype, "setScryptWorkFactor").mockImplementation(function quickly(this: Encrypter) {
    set.call(this, 1);
  });
}
