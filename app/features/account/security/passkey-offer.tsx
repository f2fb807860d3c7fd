import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { deviceStorage } from "../../../lib/browser/local-storage.ts";
import { canCreatePasskeys } from "../../../lib/browser/passkeys.ts";
import { withQueries } from "../../../lib/http/query-client.tsx";
import { Button } from "../../../ui/button.tsx";
import { endPasskeyOffer } from "../../session/index.ts";
import { AddPasskeyButton } from "./add-passkey.tsx";
import { SECURITY } from "./security-data.ts";

const DISMISSED_KEY = "passkey-offer-dismissed";

/** To people without a passkey, on devices that can make one; until it is dismissed there. */
export const PasskeyOffer = withQueries(Offer);

function Offer() {
  const [isPossible, setPossible] = useState(false);
  useEffect(() => {
    if (deviceStorage.read(DISMISSED_KEY)) return;
    canCreatePasskeys().then(setPossible, (error) => console.error("A passkey could not be offered", error));
  }, []);
  const { data: security } = useQuery({ ...SECURITY, enabled: isPossible });
  const isAccountPage = useLocation().pathname === "/dashboard/account"; // which has the same button
  if (!isPossible || isAccountPage || security?.passkeys?.length !== 0) return null;
  const end = () => {
    endPasskeyOffer();
    setPossible(false);
  };
  return (
    <section className="panel corner-panel" aria-labelledby="passkey-offer-title">
      <h2 id="passkey-offer-title">{t`Sign in faster next time`}</h2>
      <p>{t`Sign in with your fingerprint, face or screen lock instead of a password.`}</p>
      <AddPasskeyButton onAdded={end} />
      <Button
        variant="bare"
        onClick={() => {
          deviceStorage.write(DISMISSED_KEY, "1");
          end();
        }}
      >{t`Not now`}</Button>
    </section>
  );
}
