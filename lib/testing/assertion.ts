import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'

type SigningKey = { alg: 'RS256' | 'ES256'; kid: string; privateKey: KeyObject; jwk: object }

/** A key of an app, with its public part as it is published. */
export function signingKey(alg: 'RS256' | 'ES256'): SigningKey {
  const kid = randomUUID()
  const { publicKey, privateKey } =
    alg === 'RS256'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { alg, kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' } }
}

/** The parameters of a token request with which an app authenticates by a signed assertion (RFC 7523). */
export function assertion(key: SigningKey, clientId: string, audience: string, more: object = {}) {
  const now = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + 60, jti: randomUUID() }
  const signed = `${part({ alg: key.alg, kid: key.kid })}.${part({ ...claims, ...more })}`
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: `${signed}.${signature.toString('base64url')}`,
  }
}
