/**
 * An endpoint in a separate process that can be killed: `receiver.ts <port> <file>`. It records each event in a line
 * before it responds.
 */
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file] = process.argv.slice(2)
const server = createServer((request, response) => {
  request.on('error', () => {})
  request.resume()
  request.on('end', () => {
    appendFileSync(String(file), `${request.headers['webhook-id']}\n`)
    // So that a kill interrupts something.
    setTimeout(() => response.writeHead(204).end(), 20)
  })
})
server.listen(Number(port), '127.0.0.1')
