import type { NextRequest } from 'next/server'
import NextAuth from 'next-auth'
import { authOptions } from '#lib/auth/next-auth.ts'

type Context = { params: Promise<{ nextauth: string[] }> }

function handler(request: NextRequest, context: Context) {
  return NextAuth(request, context as never, authOptions())
}

export { handler as GET, handler as POST }
