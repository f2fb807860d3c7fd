const PRINT_FRAME = "print-frame";

/** Opens the print dialog on a PDF; where the browser can't print one by itself, the PDF in a tab of its own. */
export function printFile(pdf: Blob): void {
  const address = URL.createObjectURL(pdf);
  document.getElementById(PRINT_FRAME)?.remove();
  if (!navigator.pdfViewerEnabled) {
    open(address);
    return;
  }
  const frame = document.createElement("iframe");
  frame.id = PRINT_FRAME;
  frame.title = "Print";
  // Not `hidden`: not every browser prints what it doesn't draw.
  frame.className = "print-frame";
  frame.tabIndex = -1;
  frame.ariaHidden = "true";
  frame.onload = () => {
    try {
      frame.contentWindow?.focus();
      frame.contentWindow?.print();
    } catch {
      open(address);
    }
  };
  frame.src = address;
  document.body.append(frame);
}
