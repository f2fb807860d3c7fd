import offline from "virtual:icon/cloud-off";
import { Trans } from "@lingui/react/macro";
import { useIsOffline } from "../../../lib/browser/is-offline.ts";
import { useStore } from "../../../lib/browser/store.ts";
import { engineState } from "../../../lib/device/engine-state.ts";
import { Icon } from "../../../ui/icon.tsx";

/** With the engine on this device. */
function Offline({ isPerson }: { isPerson: boolean }) {
  return (
    <div className="ed-notice" role="status">
      <Icon of={offline} />
      <p>
        {isPerson ? (
          <Trans>
            <b>You’re offline.</b> The preview and downloads work on this device. Changes sync when you’re
            back online.
          </Trans>
        ) : (
          <Trans>
            <b>You’re offline.</b> The preview and downloads work on this device.
          </Trans>
        )}
      </p>
    </div>
  );
}

/** Above the fields while there is no connection: what still works. `isPerson`: changes are saved in the account later. */
export function OfflineNotice({ isPerson }: { isPerson: boolean }) {
  const isOffline = useIsOffline();
  const isReady = useStore(engineState, ({ kind }) => kind === "ready");
  if (!isOffline) return null;
  if (isReady) return <Offline isPerson={isPerson} />;
  return (
    <div className="ed-notice" role="status">
      <Icon of={offline} />
      <p>
        {isPerson ? (
          <Trans>
            <b>You’re offline.</b> Changes are saved on this device and sync when you’re back online. The
            preview, downloads and sharing need a connection.
          </Trans>
        ) : (
          <Trans>
            <b>You’re offline.</b> Changes are saved on this device. The preview, downloads and sharing need a
            connection.
          </Trans>
        )}
      </p>
    </div>
  );
}
