import type { IncomingMessage } from 'node:http'
import { LINGER_MS } from '#lib/server/unreadable-request.ts'

/** How much of such a body is still read and thrown away, so that a sender who is nearly done sees the response. */
const LINGER_BYTES = 4_194_304
const LOOK_MS = 50

/**
 * A body may be refused before all of it has arrived. To close its connection then and there would reset it, and a reset
 * throws away what the sender has not read yet: the response. So our side is closed first, and the rest after a while.
 */
export function linger(request: IncomingMessage): void {
  const { socket } = request
  const { destroySoon } = socket
  socket.destroySoon = () => {
    if (request.complete || socket.destroyed) return destroySoon.call(socket)
    socket.end()
    const until = performance.now() + LINGER_MS
    const read = socket.bytesRead + LINGER_BYTES
    const timer = setInterval(() => {
      if (performance.now() > until || socket.bytesRead > read) socket.destroy()
    }, LOOK_MS)
    socket.once('close', () => clearInterval(timer))
  }
}
