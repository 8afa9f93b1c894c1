import { randomBytes } from "node:crypto";
import { nkeys } from "@nats-io/transport-node";

/** A server's configuration in operator mode with one account, and the `.creds` file of a user of that account. */
export type NatsOperator = { readonly config: string; readonly creds: string };

/** Makes keys and signed claims as the tool `nsc` would. */
export function makeNatsOperator(): NatsOperator {
  const [operator, system, account, user] = [
    nkeys.createOperator(),
    nkeys.createAccount(),
    nkeys.createAccount(),
    nkeys.createUser(),
  ];
  const every = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, conn: -1, leaf: -1, wildcards: true };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const operatorClaims = sign(operator, operator, "operator", { system_account: system.getPublicKey() });
  const accountOf = (key: KeyPair, limits: object): string =>
    `${key.getPublicKey()}: ${sign(operator, key, "account", { limits: { ...every, ...limits } })}`;
  const config = `operator: ${operatorClaims}
    system_account: ${system.getPublicKey()}
    resolver: MEMORY
    resolver_preload: { ${accountOf(system, {})}\n${accountOf(account, storage)} }`;
  const login = sign(account, user, "user", { subs: -1, data: -1, payload: -1, pub: {}, sub: {} });
  const seed = Buffer.from(user.getSeed()).toString();
  const part = (name: string, text: string): string => `-----BEGIN ${name}-----\n${text}\n------END ${name}------\n\n`;
  return { config, creds: part("NATS USER JWT", login) + part("USER NKEY SEED", seed) };
}

type KeyPair = ReturnType<typeof nkeys.createUser>;

/** A JSON web token as NATS wants it: https://docs.nats.io/running-a-nats-service/nats_admin/security/jwt */
function sign(issuer: KeyPair, subject: KeyPair, type: string, nats: object): string {
  const claims = {
    jti: randomBytes(16).toString("hex"),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: type,
    nats: { ...nats, type, version: 2 },
  };
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");
  const text = [{ typ: "JWT", alg: "ed25519-nkey" }, claims]
    .map((part) => encode(Buffer.from(JSON.stringify(part))))
    .join(".");
  return `${text}.${encode(issuer.sign(Buffer.from(text)))}`;
}
