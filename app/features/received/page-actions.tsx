import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Bill } from "../../../contract/bill.ts";
import { notify } from "../../lib/browser/toasts.ts";
import { reasonOf } from "../../lib/http/http-client.ts";
import { fileNameOf, requestRender, saveFile } from "../../lib/http/render-client.ts";
import { Button } from "../../ui/button.tsx";
import { createDocument, saveDocument } from "../documents/index.ts";
import { openEngine, renderOnDevice } from "../editor/index.ts";
import { useSession } from "../session/index.ts";
import styles from "./received.module.css";

type Props = {
  bill: Bill;
  template: { id: string; url: string; data: Record<string, unknown> };
  /** Whether the page is made on this device. */
  isHere: boolean;
};

/** What a person can do with the page of a received invoice: download it, or store it as a document. */
export function PageActions({ bill, template: { id, url, data }, isHere }: Props) {
  const session = useSession();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<"download" | "save">();
  const attempt = async (action: "download" | "save", failure: (reason: string) => string) => {
    setBusy(action);
    try {
      await (action === "download" ? download() : save());
    } catch (error) {
      console.error("The page of an e-invoice could not be used", error);
      notify({ kind: "failure", message: failure(reasonOf(error)) });
    } finally {
      setBusy(undefined);
    }
  };
  async function download() {
    const request = { data, theme: {}, mode: "final" } as const;
    const answer = isHere
      ? await renderOnDevice(openEngine(), { id }, "pdf", request)
      : await requestRender(id, "pdf", request);
    saveFile(await answer.blob(), fileNameOf(answer) ?? "invoice.pdf");
  }
  async function save() {
    const number = bill.number ?? "–";
    const seller = bill.seller.name ?? "–";
    const { id: document, rev } = await createDocument(id, crypto.randomUUID());
    await saveDocument(document, rev, { data, title: t`${number} from ${seller}` });
    await navigate(`${url}/use?document=${document}`);
  }
  return (
    <div className={styles.actions}>
      <Button
        isBusy={busy === "download"}
        busyMessage={t`Downloading…`}
        onClick={() => void attempt("download", (reason) => t`We couldn’t make the PDF. ${reason}`)}
      >
        {t`Download PDF`}
      </Button>
      {session.kind === "known" && (
        <Button
          isBusy={busy === "save"}
          busyMessage={t`Saving…`}
          onClick={() => void attempt("save", (reason) => t`We couldn’t save the document. ${reason}`)}
        >
          {t`Save to documents`}
        </Button>
      )}
    </div>
  );
}
