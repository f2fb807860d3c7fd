import type { Database } from "../database/connect.ts";
import type { Viewer } from "../kernel/viewer.ts";
import type { Auth } from "./auth.ts";
import { changeEmail, endSession, forgetResetLinks } from "./changes.ts";
import { accountsUnavailable, addressTaken, notSignedIn, readRefusal, wrongPassword } from "./errors.ts";
import type { AllLetters } from "./letters.ts";
import type { Body } from "./routes.ts";

/** A request that may pass: checked, counted, and made fit for the accounts library. */
export type Passage = { path: string; body: Body; viewer: Viewer; request: Request };

type Step = (passage: Passage) => Promise<Response>;

/** What happens around the accounts library on the routes where it alone would not be enough. */
export function createSteps(parts: {
  auth: Auth;
  database: Database;
  letters: AllLetters;
  sendsMail: boolean;
}): { run: Step } {
  const { auth, database, letters, sendsMail } = parts;
  const pass: Step = ({ request }) => auth.handler(request);

  const steps: Record<string, Step> = {
    /** Two at once with one address: the second finds the first one's account when it looks again. */
    "/auth/sign-up/email": async (passage) => {
      const again = passage.request.clone();
      const answer = await pass(passage);
      return (await failedToCreate(answer)) ? pass({ ...passage, request: again }) : answer;
    },

    /** The session one comes with ends: nobody else may hold a key to what is now somebody's. */
    "/auth/sign-in/email": async (passage) => {
      const answer = await pass(passage);
      if (answer.ok && passage.viewer.role !== "visitor" && passage.viewer.sessionId)
        await endSession(database, passage.viewer.sessionId);
      return answer;
    },

    "/auth/change-password": async (passage) => {
      const answer = await pass(passage);
      if (answer.ok) await forgetResetLinks(database, userOf(passage));
      return answer;
    },

    "/auth/change-email": async (passage) => {
      if (!(await knowsPassword(passage))) throw wrongPassword();
      if (sendsMail) return pass(passage);
      const userId = userOf(passage);
      if (!(await changeEmail(database, userId, String(passage.body.newEmail)))) throw addressTaken();
      await forgetResetLinks(database, userId);
      return Response.json({ status: true });
    },

    /**
     * A link to a new address also signs in whoever opens it. With a mistyped address that is a stranger,
     * so the change is completed only by the person whose account it is.
     */
    "/auth/verify-email": async (passage) => {
      const { viewer } = passage;
      const change = readChange(new URL(passage.request.url).searchParams.get("token") ?? "");
      if (!change) return pass(passage);
      if (viewer.role === "visitor" || viewer.email !== change.from) throw notSignedIn();
      const answer = await pass(passage);
      if (answer.ok) {
        await forgetResetLinks(database, userOf(passage));
        await letters.emailChanged(change.from, change.to);
      }
      return answer;
    },
  };

  async function knowsPassword({ request, body }: Passage): Promise<boolean> {
    try {
      await auth.api.verifyPassword({ headers: request.headers, body: { password: String(body.password) } });
      return true;
    } catch (error) {
      const { status } = error as { status?: string };
      if (status === "BAD_REQUEST" || status === "UNAUTHORIZED") return false;
      throw status === "INTERNAL_SERVER_ERROR" ? accountsUnavailable() : error;
    }
  }

  return { run: (passage) => (steps[passage.path] ?? pass)(passage) };
}

async function failedToCreate(answer: Response): Promise<boolean> {
  return answer.status === 422 && (await readRefusal(answer)).code === "FAILED_TO_CREATE_USER";
}

function userOf({ viewer }: Passage): string {
  return viewer.role === "visitor" ? "" : (viewer.userId ?? "");
}

/** What a link wants changed. Not yet to be believed: its signature is checked when it is passed on. */
function readChange(token: string): { from: string; to: string } | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    return typeof claims.updateTo === "string"
      ? { from: String(claims.email), to: claims.updateTo }
      : undefined;
  } catch {
    return undefined;
  }
}
