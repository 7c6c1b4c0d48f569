/** The identity provider of the browser tests, in a process of its own: `node e2e/identity-provider.ts <port> <url of the server>`. */
import { openIdentityProvider } from '#lib/testing/identity-provider.ts'

const [port, url] = process.argv.slice(2)
await openIdentityProvider({
  port: Number(port),
  redirectUri: `${url}/login/provider/callback`,
  claimsOf: (email) => ({ email, email_verified: !email.startsWith('unverified') }),
})
