import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'

/** A merchant whose tools are called: their database, what fills it over REST, and what issues tokens. */
export type ToolShop = { instance: Instance; shop: Shop; server: Authorization; close(): Promise<void> }

export async function openToolShop(): Promise<ToolShop> {
  const instance = await openInstance()
  const shop = shopOf(await openRest(instance), instance)
  const server = await openAuthorization(instance)
  return {
    instance,
    shop,
    server,
    async close() {
      // Lines that are still to be written need the database.
      await flushRequestLog(instance.runtime.query)
      await instance.close()
    },
  }
}
