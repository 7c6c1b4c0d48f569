import type { IncomingMessage } from 'node:http'
import { LINGER_MS } from '#lib/server/unreadable-request.ts'

/** How much of such a body is still read and thrown away, so that a sender who is nearly done sees the response. */
const LINGER_BYTES = 4_194_304
const LOOK_MS = 50

/**
 * A body may be rejected before all of it has arrived. Closing its connection at once would reset it, and a reset
 * discards the response that the sender has not read yet. So our side is closed first, and the rest after a delay.
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
