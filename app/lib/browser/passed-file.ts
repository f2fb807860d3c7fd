let passed: File | undefined;

/** Hands a file over to the page that opens e-invoices. */
export function passFile(file: File | undefined): void {
  passed = file;
}

export function takePassedFile(): File | undefined {
  const file = passed;
  passed = undefined;
  return file;
}
