import { AsyncLocalStorage } from 'node:async_hooks'
import type { RequestListener } from 'node:http'
import { lookForPageMarkup, type PageMarkup } from '#lib/values/page-markup.ts'

const markup = new AsyncLocalStorage<PageMarkup>()

/**
 * Has a place for texts of a page while it is drawn as HTML (components/ui/static.tsx). A click within the application and
 * an action ask for data alone, which then has the texts itself.
 */
export function withPageMarkup(pages: RequestListener): RequestListener {
  lookForPageMarkup(() => markup.getStore())
  return (request, response) => {
    const { rsc, 'next-action': action } = request.headers
    if (rsc !== undefined || action !== undefined) return pages(request, response)
    return markup.run(new Map(), () => pages(request, response))
  }
}
