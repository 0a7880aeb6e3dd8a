// Jest's package `expect`, which is not installed here. The entry for Jest extends its types.

declare module 'expect'
