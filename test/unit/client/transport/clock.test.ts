import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { systemClock, wait } from "../../../../src/client/transport/clock.ts";
import { createFakeClock } from "../../../support/fake-clock.ts";

describe("the machine's clock", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it("calls a task once when its delay is over, and not before", () => {
    const task = jest.fn();
    systemClock.setTimer(1000, task);
    jest.advanceTimersByTime(999);
    expect(task).not.toHaveBeenCalled();
    jest.advanceTimersByTime(5000);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it("does not call a task that was cancelled", () => {
    const task = jest.fn();
    systemClock.setTimer(1000, task)();
    jest.advanceTimersByTime(5000);
    expect(task).not.toHaveBeenCalled();
  });
});

describe("a wait", () => {
  it("tells that its whole delay has passed", async () => {
    const clock = createFakeClock();
    const { signal } = new AbortController();
    const passed = wait(clock, 1000, signal);
    clock.advance(1000);
    expect(await passed).toBe(true);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  it("ends with its signal, and leaves no timer behind", async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const passed = wait(clock, 1000, controller.signal);
    controller.abort();
    expect(await passed).toBe(false);
    expect(clock.pending()).toEqual([]);
    expect(await wait(clock, 1000, controller.signal)).toBe(false);
  });
});
