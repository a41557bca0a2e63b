/* Loaded with LD_PRELOAD. Three things that a disk, or the end of a process, may do:
 *
 * - after each fsync and fdatasync that has returned, a line is written to SYNC_LOG;
 * - the SYNC_FAIL-th one of a write-ahead log, and all later ones up to SYNC_FAIL_COUNT, fail with EIO;
 * - after fault_arm(which, number, how), the number-th call of that kind kills the process, is torn or fails, and
 *   fault_calls() says how many there have been. which: 1 writes of the journal, 2 its syncs, 4 changes of names
 *   (rename, link, unlink, mkdir) anywhere; they can be added. how: 0 die before it, 1 do half of it and die,
 *   2 fail (EIO, ENOSPC) once, 3 fail from then on, 4 write less than was asked for, once. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WRITES = 1, SYNCS = 2, NAMES = 4 };
enum { DIE, TEAR, FAIL_ONCE, FAIL_ON, SHORT };

static atomic_int log_syncs, calls;
static int armed, fatal, manner;

void fault_arm(int which, int number, int how) {
    armed = which;
    fatal = number;
    manner = how;
    atomic_store(&calls, 0);
}

int fault_calls(void) { return atomic_load(&calls); }

static int ends_with(const char *name, const char *end) {
    size_t length = strlen(name), rest = strlen(end);
    return length > rest && strcmp(name + length - rest, end) == 0;
}

static void name_of(int fd, char *name, size_t size) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, size - 1);
    name[length > 0 ? length : 0] = '\0';
}

static int is_journal(int fd) {
    char name[4096];
    name_of(fd, name, sizeof name);
    return ends_with(name, ".db-wal") || ends_with(name, ".db");
}

/* -1: go on; otherwise what is to happen to this call. */
static int due(int which) {
    if (!(armed & which)) return -1;
    int number = atomic_fetch_add(&calls, 1) + 1;
    if (fatal <= 0 || !(number == fatal || (manner == FAIL_ON && number > fatal))) return -1;
    if (manner == DIE || (manner == TEAR && which != WRITES)) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    return manner;
}

static void say(const char *what, const char *name) {
    const char *path = getenv("SYNC_LOG");
    if (path == NULL) return;
    char line[4096 + 64];
    int length = snprintf(line, sizeof line, "%s %s\n", what, name);
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (fd >= 0) {
        ssize_t written = write(fd, line, (size_t)length);
        (void)written;
        close(fd);
    }
}

static int synced(int fd, const char *call) {
    char name[4096];
    name_of(fd, name, sizeof name);

    const char *from = getenv("SYNC_FAIL"), *count = getenv("SYNC_FAIL_COUNT");
    if (from != NULL && ends_with(name, "-wal")) {
        int number = atomic_fetch_add(&log_syncs, 1) + 1, first = atoi(from);
        if (number >= first && number < first + (count ? atoi(count) : 1)) {
            say("failed", name);
            errno = EIO;
            return -1;
        }
    }
    if ((armed & SYNCS) && is_journal(fd) && due(SYNCS) >= 0) {
        errno = EIO;
        return -1;
    }
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    int result = real(fd);
    int error = errno;
    if (result == 0) say("sync", name);
    errno = error;
    return result;
}

int fsync(int fd) { return synced(fd, "fsync"); }
int fdatasync(int fd) { return synced(fd, "fdatasync"); }

/* A write of `size` bytes: how many are to be written, and whether the process ends, or the call fails, afterwards. */
static size_t allowed(int fd, size_t size, int *fails, int *dies) {
    *fails = *dies = 0;
    if (!(armed & WRITES) || !is_journal(fd)) return size;
    switch (due(WRITES)) {
    case -1: return size;
    case TEAR: *dies = 1; return size / 2;
    case SHORT: return size / 2;
    default: *fails = 1; return 0;
    }
}

#define WRITING(NAME, PARAMETERS, ARGUMENTS)                        \
    ssize_t NAME PARAMETERS {                                             \
        typedef ssize_t(*Real) PARAMETERS;                                \
        int fails, dies;                                                  \
        size = allowed(fd, size, &fails, &dies);                          \
        if (fails) {                                                      \
            errno = ENOSPC;                                               \
            return -1;                                                    \
        }                                                                 \
        ssize_t result = ((Real)dlsym(RTLD_NEXT, #NAME)) ARGUMENTS;       \
        if (dies) {                                                       \
            kill(getpid(), SIGKILL);                                      \
            for (;;) pause();                                             \
        }                                                                 \
        return result;                                                    \
    }

WRITING(write, (int fd, const void *bytes, size_t size), (fd, bytes, size))
WRITING(pwrite, (int fd, const void *bytes, size_t size, off_t at), (fd, bytes, size, at))
WRITING(pwrite64, (int fd, const void *bytes, size_t size, off64_t at), (fd, bytes, size, at))

#define NAMING(NAME, PARAMETERS, ARGUMENTS)                               \
    int NAME PARAMETERS {                                                 \
        typedef int(*Real) PARAMETERS;                                    \
        if (due(NAMES) >= 0) {                                            \
            errno = ENOSPC;                                               \
            return -1;                                                    \
        }                                                                 \
        return ((Real)dlsym(RTLD_NEXT, #NAME)) ARGUMENTS;                 \
    }

NAMING(rename, (const char *from, const char *to), (from, to))
NAMING(renameat, (int old, const char *from, int new, const char *to), (old, from, new, to))
NAMING(linkat, (int old, const char *from, int new, const char *to, int flags), (old, from, new, to, flags))
NAMING(unlinkat, (int folder, const char *name, int flags), (folder, name, flags))
NAMING(mkdirat, (int folder, const char *name, mode_t mode), (folder, name, mode))
