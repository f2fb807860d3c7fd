import upload from "virtual:icon/file-up";
import { t } from "@lingui/core/macro";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { takePassedFile } from "../../lib/browser/passed-file.ts";
import { lazyPart, loadOrNotify } from "../../lib/pages/lazy-part.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import styles from "./received.module.css";
import type { ReceivedFile, UnreadableFile } from "./received-file.ts";

const invoiceView = lazyPart(() => import("./invoice-view.tsx"));

/** Opens e-invoices that the person received. Files are read in the browser and sent nowhere. */
export function ReceivedInvoices() {
  const [file, setFile] = useState<ReceivedFile>();
  const [problem, setProblem] = useState<Pick<UnreadableFile, "message" | "detail">>();
  const [isBusy, setBusy] = useState(false);
  const [isOver, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const InvoiceView = invoiceView.use();
  const open = async (chosen: File | undefined) => {
    if (!chosen) return;
    setBusy(true);
    setProblem(undefined);
    setFile(undefined);
    try {
      if (!(await loadOrNotify(invoiceView, t`We couldn’t open the file.`))) return;
      const { openReceived } = await import("./received-file.ts");
      setFile(await openReceived(chosen));
    } catch (error) {
      console.error("The e-invoice can't be read", error);
      setProblem(
        error instanceof Error && error.name === "UnreadableFile"
          ? (error as UnreadableFile)
          : { message: t`We couldn’t read the file. Try again in a moment.`, detail: undefined },
      );
    } finally {
      setBusy(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file from the dashboard is opened once
  useEffect(() => void open(takePassedFile()), []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same without dragging */}
      <div
        className={styles.drop}
        data-over={isOver ? "" : undefined}
        data-open={file ? "" : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of={upload} />
        <p>{t`Drop an XML file (CII or UBL) or a PDF with invoice data here, or choose one.`}</p>
        <Button
          variant={file ? undefined : "primary"}
          isBusy={isBusy}
          busyMessage={t`Reading…`}
          onClick={() => chooser.current?.click()}
        >
          {file ? t`Choose another file` : t`Choose a file`}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".xml,.pdf,application/xml,text/xml,application/pdf"
          hidden
          aria-label={t`E-invoice`}
          onChange={(event) => {
            void open(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        <small>{t`The file is read on this device.`}</small>
      </div>
      <div role="alert">
        {problem && (
          <p className="form-problem">
            <span>
              {problem.message}
              {problem.detail && ` ${problem.detail}`}
            </span>
          </p>
        )}
      </div>
      {file && InvoiceView && <InvoiceView key={file.xml} file={file} />}
    </>
  );
}
