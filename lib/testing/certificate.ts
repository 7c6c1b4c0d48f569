import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A self-signed certificate of `localhost` for a day, and its key, both as PEM. */
export function selfSignedCertificate(): { certificate: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(publicKey)
  const signature = sign('sha256', body, privateKey)
  const der = sequence(body, ECDSA_WITH_SHA256, tagged(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from('localhost')))))
  const time = (at: number) => {
    const digits = new Date(at).toISOString().replace(/\D/g, '')
    return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
  }
  const hour = 3_600_000
  const names = sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.of(127, 0, 0, 1)))
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.of(2))),
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(Date.now() - hour), time(Date.now() + 24 * hour)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(ALTERNATIVE_NAME, tagged(0x04, names)))),
  )
}

/** A value in DER: its tag, its length and its bytes. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.of(tag, ...size), body])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

const ECDSA_WITH_SHA256 = sequence(tagged(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const COMMON_NAME = tagged(0x06, Buffer.from('550403', 'hex'))
const ALTERNATIVE_NAME = tagged(0x06, Buffer.from('551d11', 'hex'))
