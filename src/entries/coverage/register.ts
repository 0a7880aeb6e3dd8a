// The entry `deploymock/coverage/register`: collects coverage in any Node process.

// Loaded first, with `node --import`, this module collects the coverage of all simulators in the
// process. If the environment sets a folder, it writes the coverage when the process exits.
import { FOLDER_VARIABLE, openCollection } from './collection.ts'

const folder = process.env[FOLDER_VARIABLE]
if (folder !== undefined && folder !== '') process.once('exit', openCollection(folder).write)
