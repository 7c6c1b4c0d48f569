import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Given = {
  origin?: string
  counter?: number
  /** Whether the device verified its person. */
  verified?: boolean
  /** Pretends to be a device with a certificate. */
  certified?: boolean
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A device with one passkey for `localhost`, as a browser would speak for it. */
export function newAuthenticator(home = 'http://localhost:3000') {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as [number, number][]),
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  const client = (type: string, options: string, origin: string) =>
    Buffer.from(
      JSON.stringify({ type, challenge: JSON.parse(options).challenge, origin, crossOrigin: false }),
    )
  const dataOf = (flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(new URL(home).hostname), Buffer.from([flags]), count])
  }
  const shared = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} }
  return {
    /** What the browser returns for the options of a new passkey. */
    create(options: string, { origin = home, verified = true, certified = false }: Given = {}): string {
      const length = Buffer.from([0, id.length])
      const flags = 0x41 | (verified ? 4 : 0)
      const authData = Buffer.concat([dataOf(flags, 0), Buffer.alloc(16), length, id, key])
      const attestation = new Map<string, unknown>([
        ['fmt', certified ? 'packed' : 'none'],
        [
          'attStmt',
          certified
            ? new Map<string, unknown>([
                ['alg', -7],
                ['sig', new Uint8Array(64)],
                ['x5c', [new Uint8Array(64)]],
              ])
            : new Map(),
        ],
        ['authData', new Uint8Array(authData)],
      ])
      return JSON.stringify({
        ...shared,
        response: {
          clientDataJSON: base64url(client('webauthn.create', options, origin)),
          attestationObject: base64url(isoCBOR.encode(attestation as never)),
          transports: ['internal'],
        },
      })
    },
    /** What the browser returns when it is asked for a passkey. */
    sign(options: string, { origin = home, counter = 0, verified = true }: Given = {}): string {
      const clientData = client('webauthn.get', options, origin)
      const authData = dataOf(1 | (verified ? 4 : 0), counter)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(clientData)]))
        .sign(privateKey)
      return JSON.stringify({
        ...shared,
        response: {
          clientDataJSON: base64url(clientData),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      })
    },
  }
}
