import createMdx from '@next/mdx'
import { PAGE_BYTES } from './lib/http/body-limits.ts'
import { OUTSIDE } from './scripts/outside.ts'

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.BUILD_DIR || '.next',
  poweredByHeader: false,
  // The server compresses (lib/server/compressed-reply.ts), after it has read the HTML.
  compress: false,
  // The REST interface answers every address itself, never with a redirect.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: OUTSIDE,
  // `npm run check` checks types, of tests and scripts too; a build that is started by `npm start` need not again.
  typescript: { ignoreBuildErrors: true },
  // A build runs where it was made, beside its node_modules: nothing copies the files that a page needs elsewhere.
  outputFileTracingExcludes: { '*': ['**/*'] },
  // Looking for upgrades over the network and writing files into the sources is not a server's business.
  agentRules: false,
  experimental: {
    // Nothing reads the source maps of a build, which would be two thirds of its size.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // What a build keeps for the next one is larger than the build; on a machine of CI there is no next one.
    turbopackFileSystemCacheForBuild: !process.env.CI,
    agentUpgrade: false,
    // A page is loaded by its first visit: all of them at once make the start longer and the process larger.
    preloadEntriesOnStart: false,
    // A page that a person may not see answers 403 (lib/surfaces/page.ts).
    authInterrupts: true,
    // The limit that stands in front of every page (lib/http/body-limits.ts), so that none is let in only to be cut off here.
    serverActions: { bodySizeLimit: PAGE_BYTES },
    proxyClientMaxBodySize: PAGE_BYTES,
  },
  // The file of a list and its stream of new rows are below the page of the list, each drawn by one route.
  rewrites: async () => [
    { source: '/:list+/export', destination: '/export/:list+' },
    { source: '/:list+/live', destination: '/live/:list+' },
  ],
  // Beside those that the server sets on every response (lib/server/security-headers.ts).
  headers: async () => [
    // Its address changes with it (scripts/icons.ts).
    {
      source: '/icons.svg',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
    { source: '/bill/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
    { source: '/refund/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
    { source: '/consent/:path*', headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }] },
  ],
}

// The guides of the documentation (components/docs/guides).
export default createMdx()(config)
