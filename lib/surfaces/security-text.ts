import { env } from '#lib/process/env.ts'

/**
 * The content of /.well-known/security.txt (RFC 9116): the contact that the operator has set, valid until the end of its last
 * day in UTC. null without one.
 */
export function securityText(
  { SECURITY_CONTACT, SECURITY_CONTACT_EXPIRES, BASE_URL } = env(),
): string | null {
  if (!SECURITY_CONTACT) return null
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${SECURITY_CONTACT_EXPIRES}T23:59:59Z`,
    `Canonical: ${BASE_URL}/.well-known/security.txt`,
  ]
  return lines.map((line) => `${line}\n`).join('')
}
