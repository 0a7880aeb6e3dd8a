// Loaded before everything else (`node --import`), it collects the coverage of all simulators of
// a process and writes it when that ends, if the environment names a folder for it.
import { FOLDER_VARIABLE, openCollection } from './collection.ts'

const folder = process.env[FOLDER_VARIABLE]
if (folder !== undefined && folder !== '') process.once('exit', openCollection(folder).write)
