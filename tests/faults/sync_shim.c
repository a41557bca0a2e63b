/* Loaded with LD_PRELOAD: writes a line to SYNC_LOG after each fsync and fdatasync that has returned,
 * and fails the SYNC_FAIL-th one of a write-ahead log, and all later ones up to SYNC_FAIL_COUNT, with EIO. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int log_syncs;

static int is_wal(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, "-wal") == 0;
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
    char link[64], name[4096] = "";
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, name, sizeof name - 1);
    if (length > 0) name[length] = '\0';

    const char *from = getenv("SYNC_FAIL"), *count = getenv("SYNC_FAIL_COUNT");
    if (from != NULL && is_wal(name)) {
        int number = atomic_fetch_add(&log_syncs, 1) + 1, first = atoi(from);
        if (number >= first && number < first + (count ? atoi(count) : 1)) {
            say("failed", name);
            errno = EIO;
            return -1;
        }
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
