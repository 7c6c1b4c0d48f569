/** The texts of a page that React's copy of the page need not repeat, by their keys. */
export type PageMarkup = Map<string, string>

const STORE = Symbol.for('counterfoil.page-markup')

/**
 * Where the server looks for the texts of the page that a request draws. Next loads this file several times in one process,
 * so the place is global.
 */
export function lookForPageMarkup(look: () => PageMarkup | undefined): void {
  Reflect.set(globalThis, STORE, look)
}

/** Those of the page that is being drawn as HTML; undefined where only its data is asked for, and in a browser. */
export function pageMarkup(): PageMarkup | undefined {
  const look: (() => PageMarkup | undefined) | undefined = Reflect.get(globalThis, STORE)
  return look?.()
}
