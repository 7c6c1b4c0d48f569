/** @type {import('next').NextConfig} */
export default {
  serverExternalPackages: ['pg', '@prisma/adapter-pg', '@prisma/client'],
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
}
