import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createThrottle, type Throttle } from '#lib/auth/throttle.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { createServing } from '#lib/server/http-server.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { createRouter } from '#lib/testing/loaded-router.ts'
import { basic } from '#lib/testing/rest.ts'

/** The smallest files that are what they say: one pixel, one empty page. */
export const SMALL = {
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpeg: Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
    'base64',
  ),
  pdf: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
}

export type Part = {
  name: string
  /** The whole value of `filename=`, as it stands in the header; none for a field of text. */
  fileName?: string
  /** Any other parameters of the disposition, as they stand in the header. */
  parameters?: string
  type?: string
  body: Buffer | string
}

export const BOUNDARY = 'a-boundary-of-tests'

/** multipart/form-data, to the byte as it is asked for. */
export function multipart(...parts: Part[]): Buffer {
  const written = parts.flatMap(({ name, fileName, parameters = '', type, body }) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}${parameters}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

/** A document as most clients send it. */
export function form(body: Buffer | string, fileName = 'scan.png', purpose = 'other'): Buffer {
  return multipart({ name: 'file', fileName, body }, { name: 'purpose', body: purpose })
}

/** The API of an instance behind the same server as `npm start`, on a free port. */
export async function serveInstance(instance: Instance) {
  const globals = globalThis as { counterfoilRuntime?: Runtime; counterfoilThrottle?: Throttle }
  globals.counterfoilRuntime = instance.runtime
  globals.counterfoilThrottle = createThrottle({ perSecond: 1_000_000, burst: 1_000_000 })
  const front = await createRouter((_request, response) => response.writeHead(404).end())
  const { server, listen, close } = createServing(front, { port: await freePort(), host: '127.0.0.1' })
  await listen()
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    port,
    close,
    authorization: basic(instance.key),
    get: (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${url}${path}`, { method, headers: { authorization: basic(instance.key), ...headers } }),
    upload: (body: BodyInit | Buffer, headers: Record<string, string> = {}) =>
      fetch(`${url}/v1/documents`, {
        method: 'POST',
        headers: {
          authorization: basic(instance.key),
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          ...headers,
        },
        body: body as BodyInit,
        duplex: 'half',
      } as RequestInit),
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
