import { jwtVerify } from 'jose';
import * as z from 'zod';

export type Keys = {
  publicKey: string;
  /** Signs public JWTs, and opens the owner's routes. */
  privateKey?: string | undefined;
  /** Public JWTs must name it. */
  orgId?: string | undefined;
};

/** A missing list allows everything. */
export type Permissions = {
  credential: 'public-key' | 'public-jwt';
  allowedOrigins?: readonly string[] | undefined;
  allowedAssistantIds?: readonly string[] | undefined;
  /** Whether the call may define its own assistant. */
  allowTransientAssistant: boolean;
};

const textsSchema = z.array(z.string()).optional();
const publicTokenSchema = z.object({
  tag: z.literal('public'),
  restrictions: z
    .object({
      enabled: z.boolean().optional(),
      allowedOrigins: textsSchema,
      allowedAssistantIds: textsSchema,
      allowTransientAssistant: z.boolean().optional(),
    })
    .optional(),
});

/** Reads what the bearer may do at `POST /call/web`, with the public key or a public JWT. */
export async function readPermissions(
  authorization: string | undefined,
  { publicKey, privateKey, orgId }: Keys,
): Promise<Permissions | undefined> {
  if (authorization === `Bearer ${publicKey}`) {
    return { credential: 'public-key', allowTransientAssistant: true };
  }
  const [, token] = /^Bearer (.+)$/.exec(authorization ?? '') ?? [];
  if (!token || !privateKey || !orgId) return undefined;
  const claims = await readClaims(token, privateKey);
  if (claims?.orgId !== orgId) return undefined;
  const parsed = publicTokenSchema.safeParse(claims.token);
  return parsed.success ? readRestrictions(parsed.data) : undefined;
}

async function readClaims(token: string, privateKey: string) {
  const key = new TextEncoder().encode(privateKey);
  const options = { algorithms: ['HS256'], requiredClaims: ['exp'] };
  return jwtVerify(token, key, options).then(
    ({ payload }) => payload,
    () => undefined,
  );
}

function readRestrictions({ restrictions }: z.infer<typeof publicTokenSchema>): Permissions {
  const credential = 'public-jwt';
  if (!restrictions || restrictions.enabled === false) {
    return { credential, allowTransientAssistant: true };
  }
  const { allowedOrigins, allowedAssistantIds, allowTransientAssistant = true } = restrictions;
  return {
    credential,
    allowedOrigins,
    allowedAssistantIds,
    // A list of assistants also forbids transient ones.
    allowTransientAssistant: allowTransientAssistant && !allowedAssistantIds,
  };
}

/** Whether the bearer is the private key, which opens all routes but `POST /call/web`. */
export function isOwner(authorization: string | undefined, { privateKey }: Keys): boolean {
  return Boolean(privateKey) && authorization === `Bearer ${privateKey}`;
}
