import { z } from 'zod'
import { Profile } from '#lib/domain/profile/schema.ts'
import { Id } from '#lib/values/id.ts'

const PasskeyName = z.string().trim().min(1, 'Enter a name.').max(60, 'The name can be up to 60 characters.')

/** What the browser returns, as JSON: at most what a device with a certificate would send. */
const BrowserResponse = z.string().min(2, 'Create the passkey in your browser.').max(16_384)

export const AddPasskey = z.strictObject({ name: PasskeyName, response: BrowserResponse })
export const RenamePasskey = z.strictObject({ id: Id('passkey'), name: PasskeyName })
export const RemovePasskey = z.strictObject({ id: Id('passkey') })
export const ConfirmWithPasskey = z.strictObject({ response: BrowserResponse })

/** The options of the call that the browser makes, as JSON. */
export const WithOptions = Profile.extend({ options: z.string() })

/** A device's proof that it has a passkey, as far as its shape is checked here; the library checks the rest. */
export const Assertion = z.object({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: z.string().max(4096),
    authenticatorData: z.string().max(4096),
    signature: z.string().max(4096),
    userHandle: z.string().max(256).optional(),
  }),
})

export const Attestation = z.object({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
  response: z.object({
    clientDataJSON: z.string().max(4096),
    attestationObject: z.string().max(12_288),
    transports: z
      .array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']))
      .max(7)
      .catch([]),
  }),
})

/** Reads the JSON of a browser. @returns null when it is something else */
export function parsedJson<T extends z.ZodType>(schema: T, text: string): z.output<T> | null {
  try {
    const result = schema.safeParse(JSON.parse(text))
    return result.success ? result.data : null
  } catch {
    return null
  }
}
