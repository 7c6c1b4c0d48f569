import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The same server at another port of this machine, which adds the token to every request: the suite has none. */
export async function openBearerProxy(target: string, token: string) {
  const { hostname, port, host } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const onwards = request(
      {
        hostname,
        port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, host, authorization: `Bearer ${token}` },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      },
    )
    onwards.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onwards.destroy())
    incoming.pipe(onwards)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}
