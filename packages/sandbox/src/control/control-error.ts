/** A refusal of the control plane with the HTTP status it is shown with. */
export class ControlError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Makes a refusal of the control plane. */
export function controlError(status: number, message: string): ControlError {
  return new ControlError(status, message);
}
