import { z } from 'zod'
import { Truth } from './truth.ts'

/** The payer's browser or app, as the merchant's server describes it. */
export const PayerDevice = z.strictObject({
  authentication: z
    .strictObject({
      authentication_channel: z
        .enum(['browser', 'app'], 'The channel must be browser or app.')
        .meta({ description: 'browser or app.', examples: ['browser'] }),
    })
    .optional()
    .meta({ description: 'Where the payer authenticates. Kept with the payment.' }),
  browser: z
    .strictObject({
      java_enabled: Truth.optional().meta({ description: 'Whether the browser runs Java.' }),
      javascript_enabled: Truth.optional().meta({ description: 'Whether the browser runs JavaScript.' }),
      timezone_offset: z
        .int()
        .min(-1440)
        .max(1440)
        .optional()
        .meta({ description: 'Minutes between UTC and the time zone of the payer.' }),
      color_depth: z.int().min(0).max(64).optional().meta({ description: 'Bits per pixel of the screen.' }),
      screen_width: z
        .int()
        .min(0)
        .max(100_000)
        .optional()
        .meta({ description: 'Width of the screen in pixels.' }),
      screen_height: z
        .int()
        .min(0)
        .max(100_000)
        .optional()
        .meta({ description: 'Height of the screen in pixels.' }),
      language: z
        .string()
        .max(64)
        .optional()
        .meta({ description: 'Language of the browser, such as en-IN.' }),
    })
    .optional()
    .meta({ description: "Properties of the payer's browser. Kept with the payment and shown to staff." }),
  ip: z
    .union([z.ipv4(), z.ipv6()], 'ip must be an IPv4 or IPv6 address.')
    .optional()
    .meta({ description: 'IP address of the payer. Kept with the payment and shown to staff.' }),
  referer: z
    .string()
    .max(2048, 'referer can be up to 2,048 characters.')
    .optional()
    .meta({ description: 'Page that the payer came from. Kept with the payment and shown to staff.' }),
  user_agent: z
    .string()
    .max(1024, 'user_agent can be up to 1,024 characters.')
    .optional()
    .meta({ description: "User agent of the payer's browser. Kept with the payment and shown to staff." }),
})
export type PayerDevice = z.output<typeof PayerDevice>

/** The device in an input that has its properties at the top level; null if none was sent. */
export function deviceOf(input: PayerDevice): PayerDevice | null {
  const { authentication, browser, ip, referer, user_agent } = input
  const sent = Object.entries({ authentication, browser, ip, referer, user_agent }).filter(
    ([, value]) => value !== undefined,
  )
  return sent.length === 0 ? null : Object.fromEntries(sent)
}
