import { afterAll, beforeAll, expect, it } from 'vitest'
import { TOOL_BYTES } from '#lib/http/body-limits.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { handleTools } from '#lib/surfaces/tools/server.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { toolRequest } from '#lib/testing/tool-message.ts'
import { longestTurn, MOST_AT_A_TIME } from '#lib/testing/work.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const FILLINGS = ['4 ', '4111 1111 1111 1111 ', '"', '[', 'a', '\\', 'a]', '\n', '_-']

const fill = (filling: string, length: number) => filling.repeat(length / filling.length)

it('no tool call holds the event loop, nor does its line in the log', async () => {
  const scopes = [...new Set([...tools().values()].map(({ scope }) => scope))].filter(
    (scope) => scope !== 'any',
  )
  const { token } = await server.tokenOf(scopes.join(' '))
  for (const [index, { listing }] of [...tools().values()].entries()) {
    const names = Object.keys(listing.inputSchema.properties ?? {})
    for (const [at, filling] of FILLINGS.filter((_, each) => each % 3 === index % 3).entries()) {
      const shapes = [
        (room: number) => Object.fromEntries(names.map((name) => [name, fill(filling, room / names.length)])),
        (room: number) => ({ [fill(filling, room)]: 1, id: fill(filling, 1000) }),
        (room: number) => ({ notes: { a: fill(filling, room) } }),
        (room: number) => Object.fromEntries(Array.from({ length: room / 16 }, (_, key) => [`k${key}`, 1])),
      ]
      // Two of the shapes for each: tools one after the other meet every filling in every shape.
      for (const shape of shapes.filter((_, each) => each % 2 === (index + at) % 2)) {
        let body = ''
        for (let room = 900_000; body === '' || body.length > TOOL_BYTES; room *= 0.7)
          body = JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: listing.name, arguments: shape(room) },
          })
        const units = await longestTurn(async () => {
          const response = await handleTools(toolRequest(token, body))
          await response.text()
          await flushRequestLog(instance.runtime.query)
        })
        expect.soft(units, `${listing.name} with ${JSON.stringify(filling)}`).toBeLessThan(MOST_AT_A_TIME)
      }
    }
  }
}, 600_000)
