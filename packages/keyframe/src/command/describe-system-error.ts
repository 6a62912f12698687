const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied.',
  EEXIST: 'A file with this name exists.',
  EISDIR: 'It is a folder, not a file.',
  ENOENT: 'No such file or folder.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EPERM: 'Permission denied.',
  EROFS: 'The file system is read-only.',
};

/** Writes an error of the file system as its path, the reason and what to do; other errors as their message. */
export function describeSystemError(error: unknown): string {
  const { code, path, syscall, message = String(error) } = Object(error);
  const reason = code === 'ENOENT' && syscall === 'mkdir' ? 'No folder can be created here.' : REASONS[code];
  return typeof path === 'string' && reason !== undefined
    ? `${path}: ${reason} Choose another path.`
    : message;
}
