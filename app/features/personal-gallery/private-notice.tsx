import shield from "virtual:icon/shield-check";
import { t } from "@lingui/core/macro";
import { GALLERY } from "../../../contract/site/private-pages.ts";
import { rememberEngineChoice } from "../../lib/device/engine-choice.ts";
import { inPageLanguage } from "../../lib/i18n/addresses.ts";
import { Icon } from "../../ui/icon.tsx";

/** The promise of a private gallery, and the way back to the one that the server draws. */
export function PrivateGalleryNotice() {
  return (
    <p className="private-promise">
      <Icon of={shield} />
      <b>{t`Nothing leaves this device`}</b>
      <a
        className="link"
        href={inPageLanguage(GALLERY)}
        onClick={(event) => {
          event.preventDefault(); // the router would open this page again
          rememberEngineChoice("automatic");
          location.assign(event.currentTarget.href);
        }}
      >{t`Use the server`}</a>
    </p>
  );
}
