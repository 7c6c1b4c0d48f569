import { AsyncLocalStorage } from 'node:async_hooks'

/** What becomes known of the request of a form while its action runs. */
type FormRequest = { outOfDate: boolean }

/** The request of the form that is being handled. On globalThis, since Next bundles its actions apart from the server. */
export function formRequests(): AsyncLocalStorage<FormRequest> {
  globals.counterfoilForms ??= new AsyncLocalStorage()
  return globals.counterfoilForms
}
const globals = globalThis as { counterfoilForms?: AsyncLocalStorage<FormRequest> }
