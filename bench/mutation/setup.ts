import fc from 'fast-check'

// Shrinking takes long, and nobody reads the example that killed a mutant.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
