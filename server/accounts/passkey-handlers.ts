import { recordOwnAction } from "../actions/action-log.ts";
import type { Database } from "../database/connect.ts";
import { tryToWrite } from "../database/write-check.ts";
import { type Handler, signedOf, userOf } from "./checked-request.ts";
import { noPasskeys, noSuchPasskey, passkeyRefused, readRefusal } from "./errors.ts";
import { removePasskey, renamePasskey, requireRoomForPasskey } from "./passkeys.ts";
import { requireRecentPassword } from "./recent-password.ts";

type Parts = {
  database: Database;
  askLibrary: Handler;
  /** Asks the library and ends the earlier session of the browser. */
  signIn: Handler;
  hasAddress: boolean;
};

/** What happens around the accounts library when a passkey is made, used, renamed or removed. */
export function passkeyHandlers({
  database,
  askLibrary,
  signIn,
  hasAddress,
}: Parts): Record<string, Handler> {
  /** The library has a code for each way in which a device's answer can be wrong, and 500 for some. */
  const refusing =
    (ask: Handler): Handler =>
    async (checked) => {
      const answer = await ask(checked);
      if (answer.ok || answer.status === 403) return answer;
      const { code = "" } = await readRefusal(answer);
      if (answer.status >= 500 && code !== "FAILED_TO_VERIFY_REGISTRATION") return answer;
      // It reports a full disk the same way; that is answered with its own message.
      if (answer.status >= 500) await tryToWrite(database);
      throw passkeyRefused();
    };
  const register = refusing(askLibrary);

  return {
    "/auth/passkey/generate-register-options": async (checked) => {
      if (!hasAddress) throw noPasskeys();
      await requireRecentPassword(database, signedOf(checked));
      await requireRoomForPasskey(database, userOf(checked));
      return askLibrary(checked);
    },

    "/auth/passkey/verify-registration": async (checked) => {
      const answer = await register(checked);
      if (!answer.ok) return answer;
      await recordOwnAction(database.db, userOf(checked), "passkey.added");
      return Response.json({ status: true }, { headers: answer.headers });
    },

    "/auth/passkey/generate-authenticate-options": async (checked) => {
      if (!hasAddress) throw noPasskeys();
      return askLibrary(checked);
    },

    "/auth/passkey/verify-authentication": refusing(signIn),

    "/auth/passkey/rename": async (checked) => {
      const given = { id: String(checked.body.id), name: String(checked.body.name) };
      if (!(await renamePasskey(database, userOf(checked), given))) throw noSuchPasskey();
      return Response.json({ status: true });
    },

    "/auth/passkey/remove": async (checked) => {
      await requireRecentPassword(database, signedOf(checked));
      if (!(await removePasskey(database, userOf(checked), String(checked.body.id)))) throw noSuchPasskey();
      return Response.json({ status: true });
    },
  };
}
