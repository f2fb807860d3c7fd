import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const EC_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** An authority of our own and what it signs, for as long as a test runs. Needs openssl. */
export function createAuthority() {
  const folder = mkdtempSync(join(tmpdir(), "typecase-authority-"));
  const file = (name: string) => join(folder, name);
  const openssl = (...given: string[]) => execFileSync("openssl", given, { cwd: folder, stdio: "pipe" });
  openssl(
    "req",
    "-x509",
    ...EC_KEY,
    "-days",
    "2",
    "-subj",
    "/CN=Authority of a test",
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
  );
  return {
    /** Its certificate, for NODE_EXTRA_CA_CERTS. */
    file: file("ca.pem"),
    /** `names` as in subjectAltName: "IP:127.0.0.1". */
    sign(names: string) {
      writeFileSync(file("names.ext"), `subjectAltName=${names}\n`);
      openssl("req", ...EC_KEY, "-subj", "/CN=receiver", "-keyout", "one.key", "-out", "one.csr");
      openssl(
        "x509",
        "-req",
        "-in",
        "one.csr",
        "-CA",
        "ca.pem",
        "-CAkey",
        "ca.key",
        "-CAcreateserial",
        "-days",
        "1",
        "-extfile",
        "names.ext",
        "-out",
        "one.pem",
      );
      return { key: readFileSync(file("one.key")), cert: readFileSync(file("one.pem")) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
