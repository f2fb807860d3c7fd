import circlePause from "virtual:icon/circle-pause";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./webhooks.module.css";
import { shortAddress, WEBHOOKS } from "./webhooks-data.ts";

/** Tells a person about webhooks that were turned off, until they turn them on again or delete them. */
export function WebhooksOff() {
  const { data } = useQuery(WEBHOOKS);
  const off = (data ?? [])
    .filter(({ date_off }) => date_off !== null)
    .map(({ id, url }) => ({ id, address: shortAddress(url) }));
  if (off.length === 0) return null;
  return (
    <ul className={styles.offNotices}>
      {off.map(({ id, address }) => (
        <li key={id}>
          <Icon of={circlePause} />
          <span>
            <Trans>
              The webhook to <bdi dir="ltr">{address}</bdi> was turned off, because requests couldn’t be
              delivered.{" "}
              <Link className="link" to={`/dashboard/account/webhooks/${id}`}>
                See what happened
              </Link>
            </Trans>
          </span>
        </li>
      ))}
    </ul>
  );
}
