/** The library is loaded when a passkey is used, so that no page carries it before. */
const library = () => import('@simplewebauthn/browser')

/** Has the browser ask for a passkey. @returns its proof as JSON; null when the person cancelled, or has none */
export async function signWithPasskey(options: string): Promise<string | null> {
  const { startAuthentication } = await library()
  return asJson(() => startAuthentication({ optionsJSON: JSON.parse(options) }))
}

/** Has the browser create a passkey. @returns what is to be stored, as JSON; null when the person cancelled */
export async function createPasskey(options: string): Promise<string | null> {
  const { startRegistration } = await library()
  return asJson(() => startRegistration({ optionsJSON: JSON.parse(options) }))
}

async function asJson(work: () => Promise<unknown>): Promise<string | null> {
  try {
    return JSON.stringify(await work())
  } catch {
    return null
  }
}
