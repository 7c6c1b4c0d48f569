/** An endpoint that takes everything: the least that a receiver of webhooks can be. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

process.once('disconnect', () => process.exit())
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(204).end())
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
