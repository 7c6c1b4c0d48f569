/*
 * Runs before any other script of a page. Zod would look whether it may compile its schemas with `new Function`; the
 * content security policy forbids that, and the browser reports each attempt.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
