/* Read INI text from the command line, on top of the inih library: driver [OPTION]... OPERATION TEXT [ARGUMENT]... */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INI_HANDLER_LINENO 1
#include <ini.h>

#define LONGEST_TEXT 4000
#define MOST_COMMENT_BYTES 16
#define LEAST_BUFFER 4
#define MOST_BUFFER 1000

typedef struct {
    int line;
    char *section;
    char *name;
    char *value; /* NULL where a name stands alone */
} Entry;

typedef struct {
    const char *operation;
    const char *text;
    const char *section;
    const char *name;
    const char *refused; /* NULL: none */
    Entry *entries;
    size_t count;
} Driver;

typedef int (*Answer)(const Driver *driver);

static void *checked(void *memory)
{
    if (memory == NULL) {
        abort();
    }
    return memory;
}

static char *copy_of(const char *text)
{
    return text == NULL ? NULL : strcpy(checked(malloc(strlen(text) + 1)), text);
}

/* --- printing --- */

static void print_quoted(const char *text)
{
    putchar('"');
    for (const unsigned char *at = (const unsigned char *)text; *at != 0; at++) {
        switch (*at) {
        case '"': fputs("\\\"", stdout); break;
        case '\\': fputs("\\\\", stdout); break;
        case '\t': fputs("\\t", stdout); break;
        case '\n': fputs("\\n", stdout); break;
        case '\r': fputs("\\r", stdout); break;
        default:
            if (*at < 0x20 || *at > 0x7e) {
                printf("\\x%02x", *at);
            } else {
                putchar(*at);
            }
        }
    }
    putchar('"');
}

static void print_event(int line, const char *section, const char *name, const char *value, bool refused)
{
    printf("%d: ", line);
    print_quoted(section);
    putchar(' ');
    print_quoted(name);
    if (value != NULL) {
        fputs(" = ", stdout);
        print_quoted(value);
    }
    puts(refused ? " refused" : "");
}

/* --- what the library calls for each entry --- */

static int handle(void *user, const char *section, const char *name, const char *value, int line)
{
    Driver *driver = user;
    bool refused = driver->refused != NULL && strcmp(name, driver->refused) == 0;
    if (strcmp(driver->operation, "events") == 0) {
        print_event(line, section, name, value, refused);
    }
    if (refused) {
        return 0;
    }
    driver->entries = checked(realloc(driver->entries, (driver->count + 1) * sizeof(Entry)));
    driver->entries[driver->count++] = (Entry){line, copy_of(section), copy_of(name), copy_of(value)};
    return 1;
}

/* --- the operations, on the entries that were not refused; each yields an exit code --- */

static int answer_events(const Driver *driver)
{
    printf("%zu entries\n", driver->count);
    return 0;
}

static int answer_get(const Driver *driver)
{
    bool found = false;
    for (size_t i = 0; i < driver->count; i++) {
        const Entry *entry = &driver->entries[i];
        if (strcmp(entry->section, driver->section) == 0 && strcmp(entry->name, driver->name) == 0) {
            found = true;
            printf("%d: ", entry->line);
            if (entry->value == NULL) {
                puts("no value");
            } else {
                print_quoted(entry->value);
                putchar('\n');
            }
        }
    }
    if (!found) {
        puts("not found");
    }
    return found ? 0 : 1;
}

static int answer_overview(const Driver *driver)
{
    for (size_t i = 0; i < driver->count; i++) {
        const char *section = driver->entries[i].section;
        size_t first = 0;
        while (strcmp(driver->entries[first].section, section) != 0) {
            first++;
        }
        if (first < i) {
            continue;
        }
        size_t entries = 0, names = 0, longest = 0;
        for (size_t j = i; j < driver->count; j++) {
            const Entry *entry = &driver->entries[j];
            if (strcmp(entry->section, section) != 0) {
                continue;
            }
            size_t earlier = i;
            while (strcmp(driver->entries[earlier].section, section) != 0 ||
                   strcmp(driver->entries[earlier].name, entry->name) != 0) {
                earlier++;
            }
            size_t length = entry->value == NULL ? 0 : strlen(entry->value);
            entries++;
            names += earlier == j;
            longest = length > longest ? length : longest;
        }
        print_quoted(section);
        printf(": %zu entries, %zu names, longest value %zu\n", entries, names, longest);
    }
    return 0;
}

static bool read_number(const char *value, uint32_t *number)
{
    static const char digits[] = "0123456789abcdef";
    bool negative = *value == '-';
    value += *value == '-' || *value == '+';
    uint32_t base = 10;
    if (value[0] == '0' && value[1] == 'x') {
        base = 16;
        value += 2;
    }
    if (*value == 0) {
        return false;
    }
    uint32_t sum = 0;
    for (; *value != 0; value++) {
        const char *digit = strchr(digits, *value);
        if (digit == NULL || digit - digits >= base) {
            return false;
        }
        sum = sum * base + (uint32_t)(digit - digits);
    }
    *number = negative ? 0 - sum : sum;
    return true;
}

static int answer_sum(const Driver *driver)
{
    uint32_t sum = 0, product = 1, number = 0;
    size_t numbers = 0, others = 0;
    for (size_t i = 0; i < driver->count; i++) {
        const Entry *entry = &driver->entries[i];
        if (strcmp(entry->section, driver->section) != 0) {
            continue;
        }
        if (entry->value != NULL && read_number(entry->value, &number)) {
            sum += number;
            product *= number;
            numbers++;
        } else {
            others++;
        }
    }
    printf("%zu numbers, %zu others\n", numbers, others);
    printf("sum %" PRId32 "\nproduct %" PRIu32 "\n", (int32_t)sum, product);
    return 0;
}

static uint32_t mixed(uint32_t hash, const char *text)
{
    for (; *text != 0; text++) {
        hash = hash * 33 + (unsigned char)*text;
    }
    return hash * 33;
}

static int answer_digest(const Driver *driver)
{
    uint32_t hash = 5381;
    for (size_t i = 0; i < driver->count; i++) {
        const Entry *entry = &driver->entries[i];
        hash = mixed(mixed(hash, entry->section), entry->name);
        hash = entry->value == NULL ? hash + 255 : mixed(hash, entry->value);
        hash ^= (uint32_t)entry->line << 16;
    }
    printf("%zu entries\ndigest %08" PRIx32 "\n", driver->count, hash);
    return 0;
}

/* --- the command line --- */

static const struct {
    const char *name;
    int arguments; /* after TEXT */
    Answer answer;
} operations[] = {
    {"events", 0, answer_events}, {"get", 2, answer_get},       {"overview", 0, answer_overview},
    {"sum", 1, answer_sum},       {"digest", 0, answer_digest},
};

static void usage(const char *complaint)
{
    fprintf(stderr, "driver: %s\n", complaint);
    exit(2);
}

static int read_size(const char *value)
{
    size_t digits = strspn(value, "0123456789");
    if (digits < 1 || digits > 4 || value[digits] != 0) {
        usage("a size has one to four digits");
    }
    int size = atoi(value);
    if (size < LEAST_BUFFER || size > MOST_BUFFER) {
        usage("a size is 4 to 1000");
    }
    return size;
}

static char *read_comment_bytes(char *value)
{
    if (strlen(value) > MOST_COMMENT_BYTES) {
        usage("too many comment bytes");
    }
    return value;
}

static char *value_of(char *argument, const char *option)
{
    size_t length = strlen(option);
    return strncmp(argument, option, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static void read_option(char *argument, Driver *driver)
{
    char *value;
    if (strcmp(argument, "--no-multiline") == 0) {
        ini_allow_multiline = false;
    } else if (strcmp(argument, "--no-bom") == 0) {
        ini_allow_bom = false;
    } else if (strcmp(argument, "--no-inline") == 0) {
        ini_allow_inline_comments = false;
    } else if (strcmp(argument, "--bare-names") == 0) {
        ini_allow_no_value = true;
    } else if (strcmp(argument, "--stop") == 0) {
        ini_stop_on_first_error = true;
    } else if (strcmp(argument, "--grow") == 0) {
        ini_allow_realloc = true;
    } else if ((value = value_of(argument, "--max-line")) != NULL) {
        ini_max_line = read_size(value);
    } else if ((value = value_of(argument, "--heap")) != NULL) {
        ini_initial_alloc = read_size(value);
        ini_use_stack = false;
    } else if ((value = value_of(argument, "--line-comments")) != NULL) {
        ini_start_comment_prefixes = read_comment_bytes(value);
    } else if ((value = value_of(argument, "--inline-comments")) != NULL) {
        ini_inline_comment_prefixes = read_comment_bytes(value);
    } else if ((value = value_of(argument, "--refuse")) != NULL) {
        driver->refused = value;
    } else {
        usage("unknown option");
    }
}

static Answer read_command_line(int count, char **arguments, Driver *driver)
{
    int at = 1;
    while (at < count && strncmp(arguments[at], "--", 2) == 0) {
        read_option(arguments[at++], driver);
    }
    if (ini_allow_realloc && ini_use_stack) {
        usage("--grow needs --heap");
    }
    if (!ini_use_stack && ini_initial_alloc > ini_max_line) {
        usage("--heap is more than --max-line");
    }
    for (size_t i = 0; at < count && i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(arguments[at], operations[i].name) != 0) {
            continue;
        }
        if (count - at != 2 + operations[i].arguments) {
            usage("wrong number of arguments");
        }
        driver->operation = operations[i].name;
        driver->text = arguments[at + 1];
        driver->section = operations[i].arguments > 0 ? arguments[at + 2] : "";
        driver->name = operations[i].arguments > 1 ? arguments[at + 3] : "";
        if (strlen(driver->text) > LONGEST_TEXT) {
            usage("the text is too long");
        }
        return operations[i].answer;
    }
    usage("no operation");
    return NULL;
}

int main(int count, char **arguments)
{
    Driver driver = {0};
    Answer answer = read_command_line(count, arguments, &driver);
    int result = ini_parse_string(driver.text, handle, &driver);
    int exit_code = answer(&driver);
    printf("result %d\n", result);
    return result != 0 ? 1 : exit_code;
}
